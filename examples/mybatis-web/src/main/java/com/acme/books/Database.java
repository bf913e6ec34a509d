package com.acme.books;

import java.io.IOException;
import java.io.Reader;
import java.util.List;
import org.apache.ibatis.io.Resources;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;

/** The books, in the database that mybatis-config.xml describes. */
final class Database {
    private final SqlSessionFactory sessions;

    Database() throws IOException {
        try (Reader reader = Resources.getResourceAsReader("mybatis-config.xml")) {
            sessions = new SqlSessionFactoryBuilder().build(reader);
        }
        try (SqlSession session = sessions.openSession(true)) {
            session.getMapper(BookMapper.class).createTable();
        }
    }

    void add(Book book) {
        try (SqlSession session = sessions.openSession(true)) {
            session.getMapper(BookMapper.class).add(book);
        }
    }

    List<Book> cheaperThan(int cents) {
        try (SqlSession session = sessions.openSession()) {
            return session.getMapper(BookMapper.class).cheaperThan(cents);
        }
    }
}
