// Bundles the page into dist/, which the program carries, or into another folder: `node build.mjs [FOLDER]`.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const sources = join(dirname(fileURLToPath(import.meta.url)), "src");
const options = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", charset: "utf8" };

/** A bundle of one of our files. */
export const bundle = (name, folder, more = {}) => build({ ...options, entryPoints: [join(sources, name)], outfile: join(folder, name.replace(/ts$/, "js")), ...more });

/** The page and all it loads, in a folder. */
export async function page(folder) {
  await mkdir(folder, { recursive: true });
  // The editor is a file of its own, loaded when it is first looked at; what it shares with the page is another.
  await bundle("page.ts", folder, { outfile: undefined, outdir: folder, splitting: true, chunkNames: "[name]" });
  await bundle("worker.ts", folder, { format: "iife" });
  await bundle("page.css", folder);
  await copyFile(join(sources, "index.html"), join(folder, "index.html"));
  await copyFile(join(sources, "icon.svg"), join(folder, "icon.svg"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await page(process.argv[2] ?? join(dirname(sources), "dist"));
