// `@vscode/native-watchdog` without its native part: ends this process when the one that it belongs to has ended. The
// real one does so also where this process is stuck.
const EVERY_MS = 1000;

/** The exit code of the real one. */
const ORPHANED = 87;

exports.start = (pid) => {
  const look = () => {
    try {
      process.kill(pid, 0);
    } catch (error) {
      if (error.code === 'ESRCH') process.exit(ORPHANED);
    }
  };
  setInterval(look, EVERY_MS).unref();
};

exports.exit = (code = 0) => process.exit(code);
