"""Keeps everything it has ever thought of."""
import kgp


class Hog(kgp.Bot):
    kept = []

    def answer(self, ident, seeds):
        for _ in range(64):  # 4 GiB in all; the limit ends it far earlier
            self.kept.append(bytearray(1 << 26))
        super().answer(ident, seeds)


Hog().run()
