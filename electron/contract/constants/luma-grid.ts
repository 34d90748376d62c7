/**
 * The picture as the analysis sees it: mean luma of 64 × 36 tiles (for 16:9 about square), row by row from the top left,
 * one byte each. The decoder in the page makes grids, the interpreter in core reads them.
 */
export const GRID_COLUMNS = 64
export const GRID_ROWS = 36
export const GRID_TILES = GRID_COLUMNS * GRID_ROWS
