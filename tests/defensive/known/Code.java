package p;

/** What functions are of. */
interface Code {
    Object run(Object value);

    default Object twice(Object value) {
        return run(run(value));
    }
}
