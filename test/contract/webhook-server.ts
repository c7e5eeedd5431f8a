import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { authority } from "../support/fault-server/certificates.ts";

interface WebhookServer {
  readonly url: string;
  /** As `caBundle` wants it. */
  readonly authority: string;
}

/** A webhook on loopback that says no to everything, with this Status. */
export function denyingWebhook(context: TestContext, status: object): Promise<WebhookServer> {
  return webhook(context, async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const review = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
      readonly request: { readonly uid: string };
    };
    const denial = { uid: review.request.uid, allowed: false, status };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: denial }),
    );
  });
}

/** A webhook on loopback that takes every question and never answers. */
export function silentWebhook(context: TestContext): Promise<WebhookServer> {
  return webhook(context, () => undefined);
}

async function webhook(context: TestContext, answer: RequestListener): Promise<WebhookServer> {
  const issuer = authority("contract");
  const { certificate, key } = issuer.issue({ name: "webhook", hosts: ["127.0.0.1"] });
  const server = createServer({ cert: certificate, key }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/validate`,
    authority: Buffer.from(issuer.certificate).toString("base64"),
  };
}
