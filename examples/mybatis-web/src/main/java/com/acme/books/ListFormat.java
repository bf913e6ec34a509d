package com.acme.books;

import java.io.PrintWriter;
import java.util.List;

/** How a list of books is written. */
public interface ListFormat {
    String contentType();

    void write(List<Book> books, PrintWriter out);
}
