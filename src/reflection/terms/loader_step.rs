//! The methods by which a loader finds a class that it runs on itself. Plain data; must not know which loaders have methods of their
//! own.

/// The descriptor of what finds a class by its name alone.
pub(in crate::reflection) const BY_NAME: &str = "(Ljava/lang/String;)Ljava/lang/Class;";

/// What a loader runs of its own when it is asked, each by default from the one before (JDK: `ClassLoader.loadClass`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::reflection) enum LoaderStep {
    Load,
    /// The method that also says whether the class is to be linked.
    LoadAndLink,
    Find,
}

impl LoaderStep {
    pub(in crate::reflection) const ALL: [Self; 3] = [Self::Load, Self::LoadAndLink, Self::Find];

    /// Name and descriptor of the method of `ClassLoader`.
    pub(in crate::reflection) fn method(self) -> (&'static str, &'static str) {
        match self {
            Self::Load => ("loadClass", BY_NAME),
            Self::LoadAndLink => ("loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;"),
            Self::Find => ("findClass", BY_NAME),
        }
    }

    /// Whether the method asks other loaders, too; else it finds the class itself.
    pub(in crate::reflection) fn loads(self) -> bool {
        self < Self::Find
    }

    /// What the JDK's own method runs.
    pub(in crate::reflection) fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|&step| step > self)
    }

    /// The step and all after it.
    pub(in crate::reflection) fn and_next(self) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |&step| step >= self)
    }
}
