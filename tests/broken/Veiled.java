package q;

/** A public class that only its package makes. */
public class Veiled {
    Veiled() {}
}
