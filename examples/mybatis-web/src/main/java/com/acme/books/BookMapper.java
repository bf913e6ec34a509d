package com.acme.books;

import java.util.List;
import org.apache.ibatis.annotations.Param;

/** Implemented by MyBatis, with the statements of BookMapper.xml. */
public interface BookMapper {
    void createTable();

    void add(Book book);

    List<Book> cheaperThan(@Param("cents") int cents);
}
