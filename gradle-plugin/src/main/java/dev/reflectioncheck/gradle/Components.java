package dev.reflectioncheck.gradle;

import java.io.File;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.gradle.api.Transformer;
import org.gradle.api.artifacts.component.ComponentIdentifier;
import org.gradle.api.artifacts.component.ModuleComponentIdentifier;
import org.gradle.api.artifacts.component.ProjectComponentIdentifier;
import org.gradle.api.artifacts.result.ResolvedArtifactResult;

/** The component that brought each file of a class path, as plain data: the configuration cache keeps it. */
public final class Components implements Serializable {
    private static final long serialVersionUID = 1;

    private final Map<File, Component> byFile = new LinkedHashMap<>();

    private Components() {}

    /** Returns the component of a file; null for one that no dependency brought. */
    Component of(File file) {
        return byFile.get(file);
    }

    /** Whether some version of a module is among them. */
    boolean hasModule(String module) {
        return byFile.values().stream().anyMatch(component -> component.module.equals(module));
    }

    void forEach(BiConsumer<File, Component> action) {
        byFile.forEach(action);
    }

    /** Where an artifact comes from. */
    static final class Component implements Serializable {
        private static final long serialVersionUID = 1;

        /** {@code group:name:version}, {@code project :path} or a file's name: the same on every machine. */
        final String id;
        /** Made by this build. */
        final boolean project;
        /** The id without a version. */
        final String module;

        Component(String id, boolean project, String module) {
            this.id = id;
            this.project = project;
            this.module = module;
        }
    }

    /** Takes the facts out of resolved artifacts. */
    static final class Collector implements Transformer<Components, Set<ResolvedArtifactResult>> {
        @Override
        public Components transform(Set<ResolvedArtifactResult> artifacts) {
            Components components = new Components();
            for (ResolvedArtifactResult artifact : artifacts) {
                components.byFile.putIfAbsent(artifact.getFile(), component(artifact));
            }
            return components;
        }

        private static Component component(ResolvedArtifactResult artifact) {
            ComponentIdentifier id = artifact.getId().getComponentIdentifier();
            if (id instanceof ProjectComponentIdentifier) {
                String name = "project " + ((ProjectComponentIdentifier) id).getProjectPath();
                return new Component(name, true, name);
            }
            if (id instanceof ModuleComponentIdentifier) {
                String module = ((ModuleComponentIdentifier) id).getModuleIdentifier().toString();
                return new Component(id.getDisplayName(), false, module);
            }
            String file = artifact.getFile().getName();
            return new Component(file, false, file);
        }
    }
}
