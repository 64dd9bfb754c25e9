// A bot for Kalah. Write your own choose(); the rest is done. Needs only the JDK's standard library.
//
// The environment variables KGP_HOST and KGP_PORT say where the server is; the referee sets them.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

public class Bot {
    static final String NAME = "my bot";  // shown to others
    static final Random RANDOM = new Random();

    /**
     * Returns the pit to play. It is your turn, and you have a choice.
     *
     * Pits count from 0 here, as in arrays: 0 is the pit at your left. (Everything that kalah
     * prints and the protocol count from 1; main() below adds the 1.)
     * seconds is the time limit of this move, such as 0.5. The way to the server counts, too, so
     * stay well below it: long deadline = System.nanoTime() + (long) (0.8e9 * seconds).
     * board.own and board.other are the seeds in the pits, each from its owner's left;
     * board.ownStore and board.otherStore are the stores. board.legal() lists the pits that can be
     * played, board.sow(pit) plays one on a copy. This one looks one move ahead.
     */
    static int choose(Board board, double seconds) {
        int best = Integer.MIN_VALUE;
        List<Integer> pits = new ArrayList<>();
        for (int pit : board.legal()) {
            Board after = board.sow(pit);
            int value = after.ownStore - after.otherStore + (after.again ? 1 : 0);
            if (value > best) pits.clear();
            if (value >= best) pits.add(pit);
            best = Math.max(best, value);
        }
        return pits.get(RANDOM.nextInt(pits.size()));
    }

    static class Board {
        final int[] own;
        final int[] other;
        int ownStore;
        int otherStore;
        boolean again;  // after sow(): the same side moves again

        Board(int[] own, int[] other, int ownStore, int otherStore) {
            this.own = own;
            this.other = other;
            this.ownStore = ownStore;
            this.otherStore = otherStore;
        }

        /** Reads &lt;pits,own store,other store,own pits…,other pits…&gt;. */
        static Board parse(String text) {
            String[] words = text.substring(1, text.length() - 1).split(",");
            int[] numbers = Arrays.stream(words).mapToInt(Integer::parseInt).toArray();
            int pits = numbers[0];
            return new Board(Arrays.copyOfRange(numbers, 3, 3 + pits),
                    Arrays.copyOfRange(numbers, 3 + pits, 3 + 2 * pits), numbers[1], numbers[2]);
        }

        List<Integer> legal() {
            List<Integer> pits = new ArrayList<>();
            for (int pit = 0; pit < own.length; pit++) if (own[pit] > 0) pits.add(pit);
            return pits;
        }

        /**
         * Plays a pit under the standard rules: returns the board after it, still seen from the
         * same side. At the end of a game, the seeds that are left go to the owner of their pits.
         */
        Board sow(int pit) {
            int pits = own.length;
            int[] ring = new int[2 * pits + 1];  // own pits, own store, other pits
            System.arraycopy(own, 0, ring, 0, pits);
            ring[pits] = ownStore;
            System.arraycopy(other, 0, ring, pits + 1, pits);
            int seeds = ring[pit];
            int at = pit;
            ring[pit] = 0;
            for (; seeds > 0; seeds--) ring[at = (at + 1) % ring.length]++;
            int facing = 2 * pits - at;
            if (at < pits && ring[at] == 1 && ring[facing] > 0) {  // capture
                ring[pits] += 1 + ring[facing];
                ring[at] = ring[facing] = 0;
            }
            Board after = new Board(Arrays.copyOf(ring, pits),
                    Arrays.copyOfRange(ring, pits + 1, ring.length), ring[pits], otherStore);
            after.again = at == pits;
            int left = Arrays.stream(after.own).sum();
            int otherLeft = Arrays.stream(after.other).sum();
            if (left == 0 || otherLeft == 0) {
                after.ownStore += left;
                after.otherStore += otherLeft;
                Arrays.fill(after.own, 0);
                Arrays.fill(after.other, 0);
                after.again = false;
            }
            return after;
        }

        /** The same board, seen from the other side. */
        Board flipped() {
            return new Board(other, own, otherStore, ownStore);
        }
    }

    // The protocol: see docs/protocol.md. You need not change it.

    static OutputStream out;
    static int lastId = -1;
    static double seconds = 5;  // for each move, unless the server says something else

    static void send(String command, String ref) throws IOException {
        lastId += 2;
        String line = lastId + (ref.isEmpty() ? "" : "@" + ref) + " " + command + "\r\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    static String setting(String name, String usual) {
        String value = System.getenv(name);
        return value != null ? value : usual;
    }

    static void set(String option, String value) {
        if (option.equals("time:clock")) seconds = Double.parseDouble(value);
        // Exact, where whole seconds are not.
        if (option.equals("time:clock-ms")) seconds = Double.parseDouble(value) / 1000;
    }

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(setting("KGP_PORT", "2671"));
        try (Socket server = new Socket(setting("KGP_HOST", "127.0.0.1"), port)) {
            server.setTcpNoDelay(true);
            out = server.getOutputStream();
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.trim().split(" +");
                boolean numbered = line.matches("[@0-9].*");
                String id = numbered ? words[0].split("@", 2)[0] : "";  // answers refer to it
                int first = numbered ? 1 : 0;
                if (words.length <= first) continue;
                switch (words[first]) {
                    case "kgp":
                        send("set info:name \"" + NAME + "\"", "");
                        send("mode freeplay", "");
                        break;
                    case "set":
                        if (words.length > first + 2)
                            set(words[first + 1].replace("\"", ""),
                                    words[first + 2].replace("\"", ""));
                        break;
                    case "state":
                        Board board = Board.parse(words[first + 1]);
                        send("move " + (choose(board, seconds) + 1), id);
                        send("yield", id);
                        break;
                    case "ping":
                        send("pong", id);
                        break;
                    case "goodbye":
                        return;
                    default:  // ok, stop, error: nothing to do
                }
            }
        }
    }
}
