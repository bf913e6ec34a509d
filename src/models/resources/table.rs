//! Which methods find resources, read them and keep what is read. Must not know how that is carried out.

use crate::models::Signatures;

/// What a method does. Positions count the receiver as 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Act {
    /// Finds a resource by the name at a position.
    Find(By, usize),
    /// A constructor of what reads from the argument.
    Wrap,
    /// Gives texts of what the receiver reads from.
    Read(What),
    /// Goes to where no text of those that are told apart begins, or changes where one ends.
    Shift,
    /// Puts something back, to be read again.
    PutBack,
    /// Goes behind a word.
    Take,
    /// Is handed streams or readers, and may read some of what is in them.
    Hand,
    /// The same of those in a collection.
    HandAll,
    /// Puts what the argument holds into the receiver.
    Load,
    /// Gives the value of a key, or the argument at a position.
    Get { default: Option<usize> },
    /// Puts the value at a position.
    Put(usize),
    /// Puts all of another map.
    PutAll,
    /// Puts what functions give, or what nobody reads here.
    PutUnknown,
    /// Loads what nobody knows into a map.
    LoadUnknown,
    /// Shows entries, whose values may be set.
    Entries,
    /// Sets the value of an entry, of whatever map.
    SetEntry,
    /// A constructor for a map of defaults.
    Defaults,
}

/// How a name is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum By {
    /// As a path from the package of the class that is asked, unless it begins with a slash (`Class.resolveName`).
    Class,
    /// As a whole path, by the loader that is asked.
    Loader,
    /// The same by the system class loader.
    System,
}

/// Which texts of a file are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum What {
    Lines,
    /// Those of a `Scanner`, which knows more ends of lines.
    ScannedLines,
    /// What is left of these behind each word.
    Rests,
    Words,
    /// What `DataOutput.writeUTF` wrote.
    Texts,
}

pub(super) const PROPERTIES: &str = "java/util/Properties";
/// What `Properties` inherits from until JDK 8.
pub(super) const INHERITED: &str = "java/util/Hashtable";

/// Classes that show whose they are without a change of what they read: constructors take it first.
pub(super) const WRAPPERS: [&str; 9] = [
    "java/io/BufferedInputStream",
    "java/io/DataInputStream",
    "java/io/PushbackInputStream",
    "java/io/InputStreamReader",
    "java/io/BufferedReader",
    "java/io/LineNumberReader",
    "java/io/PushbackReader",
    "java/io/StringReader",
    "java/util/Scanner",
];

/// Those of them that read more than they are asked for, and so much at most at once.
pub(super) const AHEAD: [(&str, usize); 5] = [
    ("java/io/BufferedInputStream", 8192),
    ("java/io/InputStreamReader", 8192),
    ("java/io/BufferedReader", 8192),
    ("java/io/LineNumberReader", 8192),
    ("java/util/Scanner", 1024),
];

/// How much is read ahead, by any of these or where nobody knows.
pub(super) const LIMITS: [usize; 3] = [0, 1024, 8192];

/// Types of what is read from, or, with all that is below them, of parameters for such.
pub(super) const READ_FROM: [&str; 5] =
    ["java/io/InputStream", "java/io/Reader", "java/lang/Readable", "java/io/DataInput", "java/util/Scanner"];

/// Methods that read some bytes or characters, so that what is read next begins within a line or word. Who reads all into an
/// array leaves nothing; who writes it on may stop there.
const SHIFTS: [(&str, &[&str]); 11] = [
    ("java/io/InputStream", &["read", "readNBytes", "skip", "skipNBytes", "transferTo"]),
    ("java/io/FilterInputStream", &["read", "skip"]),
    ("java/io/BufferedInputStream", &["read", "skip", "transferTo"]),
    ("java/io/PushbackInputStream", &["read", "skip", "transferTo"]),
    (
        "java/io/DataInputStream",
        &[
            "read",
            "readBoolean",
            "readByte",
            "readChar",
            "readDouble",
            "readFloat",
            "readFully",
            "readInt",
            "readLine",
            "readLong",
            "readShort",
            "readUTF",
            "readUnsignedByte",
            "readUnsignedShort",
            "skipBytes",
        ],
    ),
    ("java/io/Reader", &["read", "skip", "transferTo"]),
    ("java/io/InputStreamReader", &["read"]),
    ("java/io/BufferedReader", &["read", "skip"]),
    ("java/io/LineNumberReader", &["read", "skip"]),
    ("java/io/PushbackReader", &["read", "skip"]),
    ("java/io/StringReader", &["read", "skip"]),
];

/// Whether a method of that class reads some of what its receiver stands for.
pub(super) fn shifts(class: &str, name: &str) -> bool {
    SHIFTS.iter().any(|(of, names)| *of == class && names.contains(&name))
}

/// Methods by which a resource that was found is opened, and taken out of what was found.
const OPENS: [(&str, &str); 5] = [
    ("java/net/URL", "openStream"),
    ("java/net/URL", "openConnection"),
    ("java/net/URLConnection", "getInputStream"),
    ("java/util/Enumeration", "nextElement"),
    ("java/util/Enumeration", "asIterator"),
];

/// Whether a method gives a resource that its receiver stands for in another form.
pub(super) fn opens(class: &str, name: &str) -> bool {
    OPENS.contains(&(class, name)) || (class, name) == ("java/util/Iterator", "next")
}

pub(super) fn table() -> Signatures<Act> {
    let mut rows = vec![
        ("java/io/BufferedReader", "readLine", "()Ljava/lang/String;", Act::Read(What::Lines)),
        ("java/io/LineNumberReader", "readLine", "()Ljava/lang/String;", Act::Read(What::Lines)),
        ("java/util/Scanner", "nextLine", "()Ljava/lang/String;", Act::Read(What::ScannedLines)),
        ("java/util/Scanner", "next", "()Ljava/lang/String;", Act::Read(What::Words)),
        ("java/io/DataInputStream", "readUTF", "()Ljava/lang/String;", Act::Read(What::Texts)),
        ("java/lang/Class", "getResource", "*", Act::Find(By::Class, 1)),
        ("java/lang/Class", "getResourceAsStream", "*", Act::Find(By::Class, 1)),
        ("java/lang/Module", "getResourceAsStream", "*", Act::Find(By::Loader, 1)),
        ("java/util/Map$Entry", "setValue", "*", Act::SetEntry),
        (PROPERTIES, "<init>", "(Ljava/util/Properties;)V", Act::Defaults),
        (PROPERTIES, "load", "*", Act::Load),
        (PROPERTIES, "loadFromXML", "*", Act::LoadUnknown),
        (PROPERTIES, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;", Act::Get { default: None }),
        (
            PROPERTIES,
            "getProperty",
            "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            Act::Get { default: Some(2) },
        ),
        (PROPERTIES, "setProperty", "*", Act::Put(2)),
        ("java/io/SequenceInputStream", "<init>", "(Ljava/util/Enumeration;)V", Act::HandAll),
        ("javax/imageio/ImageIO", "createImageInputStream", "*", Act::Hand),
    ];
    for name in ["getResource", "getResources", "getResourceAsStream"] {
        rows.push(("java/lang/ClassLoader", name, "*", Act::Find(By::Loader, 1)));
    }
    for name in ["getSystemResource", "getSystemResources", "getSystemResourceAsStream"] {
        rows.push(("java/lang/ClassLoader", name, "*", Act::Find(By::System, 0)));
    }
    rows.extend(WRAPPERS.map(|class| (class, "<init>", "*", Act::Wrap)));
    for (class, names) in SHIFTS {
        rows.extend(names.iter().map(|&name| (class, name, "*", Act::Shift)));
    }
    for class in ["java/io/PushbackInputStream", "java/io/PushbackReader"] {
        rows.push((class, "unread", "*", Act::PutBack));
    }
    let of_scanner = ["useDelimiter", "skip", "findInLine", "findWithinHorizon", "findAll"];
    rows.extend(of_scanner.map(|name| ("java/util/Scanner", name, "*", Act::Shift)));
    let of_scanner = [
        "next",
        "nextBigDecimal",
        "nextBigInteger",
        "nextBoolean",
        "nextByte",
        "nextDouble",
        "nextFloat",
        "nextInt",
        "nextLong",
        "nextShort",
        "tokens",
    ];
    rows.extend(of_scanner.map(|name| ("java/util/Scanner", name, "*", Act::Take)));
    for class in [PROPERTIES, INHERITED] {
        let three = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Z";
        rows.extend([
            (class, "put", "*", Act::Put(2)),
            (class, "putIfAbsent", "*", Act::Put(2)),
            (class, "replace", three, Act::Put(3)),
            (class, "replace", "*", Act::Put(2)),
            (class, "putAll", "*", Act::PutAll),
            (class, "entrySet", "*", Act::Entries),
        ]);
        let by_functions = ["replaceAll", "compute", "computeIfAbsent", "computeIfPresent", "merge"];
        rows.extend(by_functions.map(|name| (class, name, "*", Act::PutUnknown)));
    }
    Signatures::new(&rows)
}
