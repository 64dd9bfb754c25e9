// Plays the first pit that has seeds. Fills part of its heap first, as a bot with a table would.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.Socket;

public class Bot {
    public static void main(String[] arguments) throws Exception {
        byte[] table = new byte[(int) (Runtime.getRuntime().maxMemory() / 4)];
        System.out.println("table of " + table.length + " bytes");
        Socket server = new Socket(System.getenv("KGP_HOST"), Integer.parseInt(System.getenv("KGP_PORT")));
        BufferedReader in = new BufferedReader(new InputStreamReader(server.getInputStream()));
        Writer out = new OutputStreamWriter(server.getOutputStream());
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split("\\s+");
            String ref = "@" + words[0].split("@")[0];
            if (line.contains("goodbye")) return;
            if (words[1].equals("kgp")) out.write("1 mode freeplay\r\n");
            if (words[1].equals("ping")) out.write(ref + " pong\r\n");
            if (words[1].equals("state")) {
                String[] board = words[2].substring(1, words[2].length() - 1).split(",");
                int pit = 1;
                while (board[2 + pit].equals("0")) pit++;
                out.write(ref + " move " + pit + "\r\n" + ref + " yield\r\n");
            }
            out.flush();
        }
    }
}
