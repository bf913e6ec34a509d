def log = new File(basedir, 'build.log').text
assert log.contains('skipped (reflection-check.skip)')
assert !log.contains('[WARNING] reflection-check') && !log.contains('[ERROR]')
for (module in ['.', 'empty', 'skipped']) {
    assert !new File(basedir, "$module/target/reflection-check").exists()
}
