// The light build (no DRM, captions or alternate audio: recordings have none) is a script that sets this global.
declare var Hls: typeof import('hls.js').default
