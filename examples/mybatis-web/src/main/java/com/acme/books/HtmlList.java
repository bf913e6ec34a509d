package com.acme.books;

import java.io.PrintWriter;
import java.util.List;

/** A list in HTML. */
public class HtmlList implements ListFormat {
    @Override
    public String contentType() {
        return "text/html; charset=UTF-8";
    }

    @Override
    public void write(List<Book> books, PrintWriter out) {
        out.println("<ul>");
        for (Book book : books) {
            out.println("<li>" + book.getTitle().replace("&", "&amp;").replace("<", "&lt;") + "</li>");
        }
        out.println("</ul>");
    }
}
