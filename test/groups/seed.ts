/**
 * Generated cases are the same in every run, so that a run means the same for everybody. `PVGUARD_PROPERTY_SEED` looks
 * elsewhere.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.PVGUARD_PROPERTY_SEED ?? 20261121) });
