/**
 * Nothing but ASCII that can be seen, and the arrows, lines and dots that we draw with: one column each, nothing to escape. Tables
 * of Unicode are only made for other texts.
 */
export const plain = /^[ -~\u2026\u2190-\u21ff\u2500-\u257f]*$/;
