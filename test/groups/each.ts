/** What each process needs that runs test files. */
import "./seed.ts";
import "./optimize.ts";
