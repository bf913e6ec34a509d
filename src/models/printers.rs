//! Classes of libraries that print or compare what they are handed: logging façades, and builders of texts, hash codes and
//! comparisons. An application hands them its class and its objects everywhere, and behind a façade stands code that can set any
//! field and call any method: what these few promise (the documents of each) is taken for what is done. Must not know what
//! becomes of what they are handed.

use crate::program::{MethodId, Program};

/// Classes, and packages with all that is below (with a slash at the end).
const PRINTERS: &[&str] = &[
    // Loggers: a class or object gives its name, arguments give their texts.
    "ch/qos/logback/classic/Logger",
    "com/google/common/flogger/",
    "io/github/oshai/kotlinlogging/",
    "mu/",
    "org/apache/commons/logging/Log",
    "org/apache/commons/logging/LogFactory",
    "org/apache/juli/logging/Log",
    "org/apache/juli/logging/LogFactory",
    "org/apache/log4j/Category",
    "org/apache/log4j/LogManager",
    "org/apache/log4j/Logger",
    "org/apache/log4j/MDC",
    "org/apache/log4j/NDC",
    "org/apache/logging/log4j/LogBuilder",
    "org/apache/logging/log4j/LogManager",
    "org/apache/logging/log4j/Logger",
    "org/apache/logging/log4j/ThreadContext",
    "org/jboss/logging/BasicLogger",
    "org/jboss/logging/Logger",
    "org/jboss/logging/MDC",
    "org/jboss/logging/NDC",
    "org/slf4j/Logger",
    "org/slf4j/LoggerFactory",
    "org/slf4j/MDC",
    "org/slf4j/spi/LoggingEventBuilder",
    "org/tinylog/Logger",
    "org/tinylog/TaggedLogger",
    // Builders of `toString`, `equals`, `hashCode` and `compareTo`, and tests of arguments with their messages.
    "com/google/common/base/MoreObjects",
    "com/google/common/base/MoreObjects$ToStringHelper",
    "com/google/common/base/Objects",
    "com/google/common/base/Preconditions",
    "com/google/common/base/Verify",
    "com/google/common/collect/ComparisonChain",
    "org/apache/commons/lang/builder/CompareToBuilder",
    "org/apache/commons/lang/builder/EqualsBuilder",
    "org/apache/commons/lang/builder/HashCodeBuilder",
    "org/apache/commons/lang/builder/ToStringBuilder",
    "org/apache/commons/lang3/builder/CompareToBuilder",
    "org/apache/commons/lang3/builder/EqualsBuilder",
    "org/apache/commons/lang3/builder/HashCodeBuilder",
    "org/apache/commons/lang3/builder/ToStringBuilder",
    "org/springframework/core/style/ToStringCreator",
];

/// Whether a method prints or compares what it is handed, and does nothing else with it.
pub(super) fn prints(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let class = program.class_name(data.class);
    let is_one = |&row: &&str| if row.ends_with('/') { class.starts_with(row) } else { class == row };
    // Those of commons-lang with such a name look for fields.
    !program.str(data.name).starts_with("reflection") && PRINTERS.iter().any(is_one)
}

#[cfg(test)]
mod tests {
    use super::PRINTERS;

    /// A row that another one covers would say nothing.
    #[test]
    fn rows_are_sorted_by_kind_and_told_once() {
        for row in PRINTERS {
            let covers = |other: &&&str| *other != row && other.ends_with('/') && row.starts_with(**other);
            assert!(!PRINTERS.iter().any(|other| covers(&other)), "{row} is covered");
            assert_eq!(PRINTERS.iter().filter(|other| *other == row).count(), 1, "{row}");
        }
    }
}
