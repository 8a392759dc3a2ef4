// Imported first by every command, and written so that old Nodes can read it: they shall say one clear line, not a syntax error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node 20.19 or newer is needed; this is Node ${process.versions.node}. Get it from https://nodejs.org.`,
  );
  process.exit(1);
}
