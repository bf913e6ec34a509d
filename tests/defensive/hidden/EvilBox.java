package p;

/** A box that does as it likes. */
class EvilBox extends Box {
    static final EvilBox ONE = new EvilBox();

    @Override
    Object get() {
        Evil.keep(this);
        return "evil";
    }

    @Override
    void set(Object value) {
        Evil.keep(value);
    }

    @Override
    Box self() {
        Evil.act();
        return ONE;
    }

    @Override
    public String toString() {
        Evil.act();
        return "evil";
    }
}
