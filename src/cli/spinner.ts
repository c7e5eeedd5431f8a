/** The one name that is taken from the library of spinners. Imported only when something takes long. */
export { default as spinning } from "ora";
