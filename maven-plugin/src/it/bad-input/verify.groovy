def log = new File(basedir, 'build.log').text
def runs = log.split(/(?=\[INFO\] Scanning for projects)/).findAll { it.contains('Scanning for projects') }
assert runs.size() == 10

assert runs[0].contains('warning RC1003') && runs[0].contains('Damaged')
assert runs[1].contains('found problems') && runs[1].contains('RC1003')
assert runs[2].contains('found problems') && runs[2].contains('error RC1003') && runs[2].contains('max-steps')

for (run in runs[3..9]) {
    assert run.contains('BUILD FAILURE') && !run.contains('found problems')
}
for (run in [3, 4, 5, 7, 8].collect { runs[it] }) {
    assert run.contains('cannot check this project') && !run.contains('tool failure')
}
// All mistakes are listed, each with its place.
assert runs[3].contains('broken.toml:3:') && runs[3].contains('broken.toml:6:') && runs[3].contains('^')
assert runs[4].contains('levls')
assert runs[5].contains('missing.toml')
assert runs[6].contains('the spec folder') && runs[6].contains('does not exist')
assert runs[7].contains('RC9999')
assert runs[8].contains('is no JDK home this program can read')
assert runs[9].contains('cannot write the reports to')
