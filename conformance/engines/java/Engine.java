// The melds of Rummy and the points in a hand, answered without any library.  Run: java Engine.java
import java.util.*;
import java.util.regex.*;

class Engine {
    static final String HELLO = "\"protocol\":1,\"engine\":{\"name\":\"plain-java\",\"language\":\"java\"},"
        + "\"games\":{\"rummy\":{\"abilities\":[\"meld\",\"deadwood\"]}}";

    public static void main(String[] arguments) {
        for (Scanner lines = new Scanner(System.in, "UTF-8"); lines.hasNextLine();) {
            String line = lines.nextLine();
            List<String> cards = all("\"([A2-9TJQK][CDHS])\"", line);
            String answer = switch (all("\"(?:what|cmd)\":\\s*\"(?!ask\")(\\w+)\"", line).get(0)) {
                case "hello" -> HELLO;
                case "meld" -> "\"ok\":true,\"answer\":" + kindOf(cards);
                case "deadwood" -> "\"ok\":true,\"answer\":" + numbers(cards).mapToInt(one -> Math.min(one, 10)).sum();
                case "end" -> "\"ok\":true";
                default -> "\"skipped\":\"not written yet\"";
            };
            System.out.println("{\"seq\":" + all("\"seq\":\\s*(\\d+)", line).get(0) + "," + answer + "}");
        }
    }

    static List<String> all(String pattern, String line) {
        return Pattern.compile(pattern).matcher(line).results().map(found -> found.group(1)).toList();
    }

    static java.util.stream.Stream<Integer> numbers(List<String> cards) {
        return cards.stream().map(card -> "A23456789TJQK".indexOf(card.charAt(0)) + 1);
    }

    static String kindOf(List<String> cards) {
        List<Integer> sorted = numbers(cards).sorted().distinct().toList();
        long size = cards.size(), suits = cards.stream().map(card -> card.charAt(1)).distinct().count();
        if (size >= 3 && sorted.size() == 1 && suits == size) return "\"set\"";
        boolean straight = size >= 3 && sorted.size() == size && sorted.get(sorted.size() - 1) - sorted.get(0) == size - 1;
        return straight && suits == 1 ? "\"run\"" : "null";
    }
}
