package p;

/** A box that is known to others before it is made. */
class EvilBase extends Box {
    EvilBase() {
        Evil.keep(this);
    }
}
