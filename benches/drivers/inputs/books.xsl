<?xml version="1.0"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="html" indent="yes"/>
  <xsl:key name="by-year" match="book" use="@year"/>
  <xsl:template match="/books">
    <table>
      <xsl:for-each select="book">
        <xsl:sort select="price" data-type="number" order="descending"/>
        <tr><td><xsl:value-of select="concat(title, ' ', count(key('by-year', @year)))"/></td><xsl:apply-templates select="price"/></tr>
      </xsl:for-each>
    </table>
    <p><xsl:value-of select="format-number(sum(book/price), '0.00')"/></p>
  </xsl:template>
  <xsl:template match="price">
    <td><xsl:choose><xsl:when test=". &gt; 20"><b><xsl:value-of select="."/></b></xsl:when><xsl:otherwise><xsl:value-of select="."/></xsl:otherwise></xsl:choose></td>
  </xsl:template>
</xsl:stylesheet>
