package p;

/** A class that nobody saw. */
class Hidden {
    static int count = Evil.number();

    Hidden() {
        Evil.act();
    }
}
