// A class file that ends after its version; made here, since class files are no sources.
def damaged = new File(basedir, 'src/main/resources/com/acme/Damaged.class')
damaged.parentFile.mkdirs()
damaged.bytes = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61] as byte[]
return true
