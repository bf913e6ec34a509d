//! Relative paths as URI references (RFC 3986), as SARIF wants them. Must not know files.

/// Percent-encodes a `/`-separated relative path: everything but unreserved characters and the separators. A colon is
/// encoded as well, since it would make the first segment a scheme.
pub fn encode(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_what_is_not_unreserved() {
        assert_eq!(encode("src/main/java/com/acme/A-b_c~1.java"), "src/main/java/com/acme/A-b_c~1.java");
        assert_eq!(encode("a b/ä$%:#?.kt"), "a%20b/%C3%A4%24%25%3A%23%3F.kt");
    }
}
