import { addCopyButtons } from "./copy-buttons.ts";
import { openSearch } from "./search-box.ts";

openSearch();
addCopyButtons();
