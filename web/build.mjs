// Bundles the page into dist/, which the program carries: `npm ci && npm run build`.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

await mkdir("dist", { recursive: true });
const options = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", charset: "utf8" };
await build({ ...options, entryPoints: ["src/page.ts"], outfile: "dist/page.js" });
await build({ ...options, entryPoints: ["src/worker.ts"], outfile: "dist/worker.js", format: "iife" });
await build({ ...options, entryPoints: ["src/page.css"], outfile: "dist/page.css" });
await copyFile("src/index.html", "dist/index.html");
await copyFile("src/icon.svg", "dist/icon.svg");
