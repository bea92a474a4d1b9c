import t from "tap";
import { cutAtBytes, earlierRecordAtBytes, endAtBytes, lastRecordAtBytes } from "../../store/journal-bytes.ts";

t.test("a journal with zeros from any byte of its last three records keeps its complete records and continues", (t) =>
  cutAtBytes(t, 1),
);
t.test("a journal that ends before the rows is refused, wherever it ends", (t) => endAtBytes(t, 1));
t.test("a last record with any changed byte is dropped and never misread", (t) => lastRecordAtBytes(t, 1));
t.test("an earlier record with any changed byte is refused with file, byte and record", (t) =>
  earlierRecordAtBytes(t, 1),
);
