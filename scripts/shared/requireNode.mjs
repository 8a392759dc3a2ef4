// Every command imports this file first, so that a Node version that is too old prints one clear line. Node parses and links
// all imported modules before it runs this one, so scripts use no syntax or named import that Node 18 does not have.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node 20.19 or newer is needed; this is Node ${process.versions.node}. Get it from https://nodejs.org.`,
  );
  process.exit(1);
}
