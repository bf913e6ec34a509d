package com.acme.books;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Lists the books that cost less than the parameter {@code cents}. */
public class BookServlet extends HttpServlet {
    private transient Database database;
    private transient ListFormat format;

    @Override
    public void init() throws ServletException {
        String name = getServletConfig().getInitParameter("format");
        try {
            database = new Database();
            Object found = Class.forName(name).getDeclaredConstructor().newInstance();
            // Whatever class was named answers here, before the cast says which it may be.
            log("books are listed by " + found);
            format = (ListFormat) found;
        } catch (IOException | ReflectiveOperationException e) {
            throw new ServletException("cannot list books as " + name, e);
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String cents = request.getParameter("cents");
        response.setContentType(format.contentType());
        format.write(database.cheaperThan(cents == null ? Integer.MAX_VALUE : Integer.parseInt(cents)), response.getWriter());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Book book = new Book();
        book.setTitle(request.getParameter("title"));
        book.setCents(Integer.parseInt(request.getParameter("cents")));
        database.add(book);
        response.setStatus(HttpServletResponse.SC_CREATED);
    }
}
