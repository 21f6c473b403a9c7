import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Reads an archive as a stream, as Java programs do, and prints name, size and SHA-256 of each file. */
public class ReadZip {
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    byte[] buffer = new byte[1 << 20];
    try (ZipInputStream zip =
        new ZipInputStream(
            new BufferedInputStream(new FileInputStream(args[0]), 1 << 20), StandardCharsets.UTF_8)) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        long size = 0;
        for (int read; (read = zip.read(buffer)) > 0; size += read) sha256.update(buffer, 0, read);
        out.print(entry.getName() + "\t" + size + "\t" + HexFormat.of().formatHex(sha256.digest()) + "\n");
      }
    }
    out.flush();
  }
}
