// Copies of a build carry no execute permission.
new File(basedir, 'tools').eachFile { assert it.setExecutable(true) }
return true
