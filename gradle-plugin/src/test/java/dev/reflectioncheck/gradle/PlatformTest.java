package dev.reflectioncheck.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-aarch_64",
        "Mac OS X, x86_64, osx-x86_64",
        "Mac OS X, aarch64, osx-aarch_64",
        "Windows 11, amd64, windows-x86_64",
        "Windows Server 2022, aarch64, windows-aarch_64",
    })
    void namesThePublishedExecutable(String os, String arch, String classifier) {
        assertEquals(classifier, Platform.classifier(os, arch));
    }

    @ParameterizedTest
    @CsvSource({"SunOS, sparcv9", "Linux, ppc64le", "AIX, ppc64", "Linux, i386"})
    void hasNoneForOthers(String os, String arch) {
        assertNull(Platform.classifier(os, arch));
    }
}
