package dev.reflectioncheck.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.gradle.api.GradleException;
import org.gradle.api.artifacts.transform.InputArtifact;
import org.gradle.api.artifacts.transform.TransformAction;
import org.gradle.api.artifacts.transform.TransformOutputs;
import org.gradle.api.artifacts.transform.TransformParameters;
import org.gradle.api.file.FileSystemLocation;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.work.DisableCachingByDefault;

/** Copies a downloaded executable and sets its executable bit, which repositories do not keep; once per machine. */
@DisableCachingByDefault(because = "a copy is cheaper than the build cache")
public abstract class MakeExecutable implements TransformAction<TransformParameters.None> {
    @InputArtifact
    @PathSensitive(PathSensitivity.NAME_ONLY)
    public abstract Provider<FileSystemLocation> getArtifact();

    @Override
    public void transform(TransformOutputs outputs) {
        File artifact = getArtifact().get().getAsFile();
        File copy = outputs.file(artifact.getName());
        try {
            Files.copy(artifact.toPath(), copy.toPath());
        } catch (IOException e) {
            throw new GradleException("cannot copy " + artifact + " to " + copy, e);
        }
        if (!copy.setExecutable(true, false)) {
            throw new GradleException("cannot make " + copy + " executable");
        }
    }
}
