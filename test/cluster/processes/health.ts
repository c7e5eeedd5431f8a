import { get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import { connect } from "node:net";

/** Whether a health endpoint on loopback answers 200. Who answers is not proved: the ports are our own. */
export function isHealthy(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { timeout: 2000, rejectUnauthorized: false };
    const request = url.startsWith("https:") ? httpsGet(url, options) : httpGet(url, options);
    request.on("response", (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}

/** Whether a program serves on a unix socket. */
export function isServed(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.on("error", () => resolve(false));
    connection.on("connect", () => {
      connection.destroy();
      resolve(true);
    });
  });
}
