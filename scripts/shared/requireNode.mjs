// Every command imports this file first. It uses only syntax that old Node versions can parse, so that they print one clear
// line instead of a syntax error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node 20.19 or newer is needed; this is Node ${process.versions.node}. Get it from https://nodejs.org.`,
  );
  process.exit(1);
}
