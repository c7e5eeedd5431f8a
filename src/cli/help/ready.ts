/**
 * Help, by what it is about: a command, `options`, or nothing, which is all of it. So nothing else is loaded to print it.
 * The build fills this in; run from source there is none, and help is made when it is asked for.
 */
export const readyHelp: Readonly<Record<string, string>> = {};
