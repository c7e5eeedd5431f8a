/** What takes long, step by step: the caller can do something else between two of them. */
export type Interruptible<T> = Generator<undefined, T>;

/** All steps at once. */
export function allOf<T>(steps: Interruptible<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export function* inOneStep<T>(value: T): Interruptible<T> {
  yield;
  return value;
}
