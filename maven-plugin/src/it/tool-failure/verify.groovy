def log = new File(basedir, 'build.log').text
def runs = log.split(/(?=\[INFO\] Scanning for projects)/).findAll { it.contains('Scanning for projects') }
assert runs.size() == 7
runs.each { assert it.contains('BUILD FAILURE') && !it.contains('found problems') }

assert runs[0].contains('tool failure') && runs[0].contains('ended with status 3')
assert runs[0].contains('internal error: the sky fell')
assert runs[0].contains('check --request')
assert runs[1].contains('tool failure') && runs[1].contains('ended with status 137')
assert runs[2].contains('tool failure') && runs[2].contains('but wrote no report')
assert runs[3].contains('speaks protocol 7, this plugin speaks protocol 1')
assert runs[4].contains('does not answer --version --json') && runs[4].contains('usage: other-program')
assert runs[5].contains('the parameter executable (reflection-check.executable) names') && runs[5].contains('which is no file')
assert runs[6].contains('the environment variable REFLECTION_CHECK names /nonexistent/reflection-check')
