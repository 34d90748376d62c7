// The light build (no DRM, captions or alternate audio: recordings have none) has the full build's types.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
