package com.acme.books;

import java.io.PrintWriter;
import java.util.List;

/** A list as comma-separated values. */
public class CsvList implements ListFormat {
    @Override
    public String contentType() {
        return "text/csv; charset=UTF-8";
    }

    @Override
    public void write(List<Book> books, PrintWriter out) {
        for (Book book : books) {
            out.println(book.getId() + "," + book.getTitle().replace(',', ' ') + "," + book.getCents());
        }
    }
}
