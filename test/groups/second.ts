import "./each.ts";
import { filesIn } from "./files.ts";

for (const file of filesIn(process.env.PVGUARD_SECOND_GROUP)) await import(file);
