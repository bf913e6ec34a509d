//! Reflective calls as three layers: facts (specs), inference (strings), action (effects). Must not know output.
