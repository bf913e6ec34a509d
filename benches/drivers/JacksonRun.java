import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.List;
import java.util.Map;

/** Reads and writes beans, trees and types by name. */
public class JacksonRun {
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({@JsonSubTypes.Type(value = Circle.class, name = "circle"), @JsonSubTypes.Type(value = Box.class, name = "box")})
    public interface Shape {
        double area();
    }

    public static class Circle implements Shape {
        public double radius;

        @Override
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    public static class Box implements Shape {
        private final double width;
        private final double height;

        @JsonCreator
        public Box(@JsonProperty("width") double width, @JsonProperty("height") double height) {
            this.width = width;
            this.height = height;
        }

        public double getWidth() {
            return width;
        }

        public double getHeight() {
            return height;
        }

        @Override
        public double area() {
            return width * height;
        }
    }

    public static class Drawing {
        public String name;
        public List<Shape> shapes;
        public Map<String, Integer> layers;
    }

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        String text = "{\"name\":\"d\",\"shapes\":[{\"kind\":\"circle\",\"radius\":2},{\"kind\":\"box\",\"width\":2,\"height\":3}],\"layers\":{\"a\":1}}";
        Drawing drawing = mapper.readValue(text, Drawing.class);
        double area = 0;
        for (Shape shape : drawing.shapes) {
            area += shape.area();
        }
        System.out.println(area);
        System.out.println(mapper.writeValueAsString(drawing));
        JsonNode tree = mapper.readTree(text);
        System.out.println(tree.at("/shapes/1/width").asDouble());
        Map<?, ?> plain = mapper.convertValue(drawing, Map.class);
        System.out.println(plain.keySet());
    }
}
