//! Annotations that a framework may look for: those that are there at run time (JLS 9.6.4.2), but for the ones that say something
//! to compilers, checkers and readers alone. Without that every class that Kotlin compiles would be one that a framework fills.
//! Must not know what frameworks do with what is marked.

use super::Program;
use crate::classfile::RawAnnotation;
use crate::classpath::Origin;

/// Packages, with those inside them, all of whose annotations are read by tools: of the language, of compilers (`kotlin.Metadata`,
/// which is of every class of Kotlin, `scala.reflect.ScalaSignature`), about null and about threads.
const OF_TOOLS: [&str; 22] = [
    "androidx/annotation/",
    "com/google/errorprone/annotations/",
    "edu/umd/cs/findbugs/annotations/",
    "groovy/transform/",
    "io/micrometer/common/lang/",
    "io/micrometer/core/lang/",
    "io/reactivex/rxjava3/annotations/",
    "java/lang/",
    "javax/annotation/concurrent/",
    "javax/annotation/meta/",
    "javax/annotation/processing/",
    "kotlin/",
    "lombok/",
    "net/jcip/annotations/",
    "org/apiguardian/api/",
    "org/checkerframework/",
    "org/codehaus/mojo/animal_sniffer/",
    "org/eclipse/jdt/annotation/",
    "org/jetbrains/annotations/",
    "org/jspecify/annotations/",
    "org/springframework/lang/",
    "scala/reflect/",
];

/// Annotations of `javax.annotation` and `jakarta.annotation` that tools read (JSR 305 and Jakarta Annotations 3.0); `Resource`,
/// `PostConstruct` and the like stand beside them.
const OF_TOOLS_ALONE: [&str; 21] = [
    "CheckForNull",
    "CheckForSigned",
    "CheckReturnValue",
    "Detainted",
    "Generated",
    "MatchesPattern",
    "Nonnegative",
    "Nonnull",
    "Nullable",
    "OverridingMethodsMustInvokeSuper",
    "ParametersAreNonnullByDefault",
    "ParametersAreNullableByDefault",
    "PropertyKey",
    "RegEx",
    "Signed",
    "Syntax",
    "Tainted",
    "Untainted",
    "WillClose",
    "WillCloseWhenClosed",
    "WillNotClose",
];

/// Packages and annotations that are answered by code around the calls that the program makes itself: transactions, caches,
/// security, measurements, retries. What is called gets what the caller passed.
const AROUND_CALLS: [&str; 17] = [
    "io/github/resilience4j/",
    "io/micrometer/",
    "io/opentelemetry/instrumentation/annotations/",
    "jakarta/annotation/security/",
    "jakarta/ejb/TransactionAttribute",
    "jakarta/transaction/",
    "javax/annotation/security/",
    "javax/ejb/TransactionAttribute",
    "javax/transaction/",
    "org/eclipse/microprofile/faulttolerance/",
    "org/springframework/cache/annotation/",
    "org/springframework/retry/annotation/",
    "org/springframework/scheduling/annotation/Async",
    "org/springframework/security/access/",
    "org/springframework/transaction/annotation/",
    "org/springframework/validation/annotation/",
    "org/springframework/web/bind/annotation/ResponseBody",
];

impl Program {
    /// Whether a framework may look for one of the annotations.
    pub fn is_marked(&self, annotations: &[RawAnnotation]) -> bool {
        self.has_mark(annotations, |_| true)
    }

    /// Whether a framework may choose by one of them what it calls by itself.
    pub fn is_marked_to_call(&self, annotations: &[RawAnnotation]) -> bool {
        self.has_mark(annotations, |name| !is_around_calls(name))
    }

    /// The same of annotations that the application does not declare itself: whoever reads those may be no part of the program, however
    /// much of it is looked at.
    pub fn is_marked_to_call_by_others(&self, annotations: &[RawAnnotation]) -> bool {
        let is_own =
            |name: &str| self.find_class(name).is_some_and(|class| self.class(class).origin == Origin::Application);
        self.has_mark(annotations, |name| !is_around_calls(name) && !is_own(name))
    }

    /// Whether an annotation that a framework may look for counts, by its internal name.
    fn has_mark(&self, annotations: &[RawAnnotation], counts: impl Fn(&str) -> bool) -> bool {
        let mut seen = annotations.iter().filter(|annotation| annotation.visible);
        seen.any(|annotation| {
            let descriptor = self.str(annotation.descriptor);
            !is_of_tools(descriptor) && counts(internal_name(descriptor))
        })
    }
}

fn is_around_calls(name: &str) -> bool {
    AROUND_CALLS.iter().any(|around| name.starts_with(around))
}

/// Of the class that a descriptor names; what is none stays as it is.
fn internal_name(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(descriptor)
}

fn is_of_tools(descriptor: &str) -> bool {
    let name = internal_name(descriptor);
    let alone = ["javax/annotation/", "jakarta/annotation/"].iter().find_map(|package| name.strip_prefix(package));
    OF_TOOLS.iter().any(|package| name.starts_with(package)) || alone.is_some_and(|name| OF_TOOLS_ALONE.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frameworks_look_for_what_no_tool_reads() {
        for of_tools in ["Lkotlin/Metadata;", "Ljava/lang/Deprecated;", "Ljavax/annotation/Nullable;"] {
            assert!(is_of_tools(of_tools), "{of_tools}");
        }
        let of_frameworks = [
            "Ljavax/annotation/Resource;",
            "Ljakarta/annotation/PostConstruct;",
            "Lkotlinx/serialization/Serializable;",
            "Lorg/springframework/beans/factory/annotation/Value;",
            "LNullable;",
        ];
        for of_frameworks in of_frameworks {
            assert!(!is_of_tools(of_frameworks), "{of_frameworks}");
        }
    }

    #[test]
    fn tables_are_sorted() {
        assert!(OF_TOOLS.is_sorted() && OF_TOOLS_ALONE.is_sorted());
    }
}
