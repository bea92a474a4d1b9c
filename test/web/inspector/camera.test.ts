import t from "tap";
import { createCamera } from "../../../src/web/inspector/chart/camera.ts";

const whole = { x: 0, y: 0, width: 800, height: 400 };
const near = { x: 600, y: 300, width: 100, height: 50 };

t.test(
  "a chart that is readable as a whole is shown completely, centred and not larger than it was drawn",
  async (t) => {
    const camera = createCamera(whole);
    camera.resize({ width: 400, height: 400 });
    t.same(camera.box.value, { x: 0, y: -200, width: 800, height: 800 });
    camera.resize({ width: 1_000, height: 800 });
    t.same(camera.box.value, { x: -100, y: -200, width: 1_000, height: 800 });
  },
);

t.test("a chart that is too large shows the part around the current state, without empty space", async (t) => {
  const camera = createCamera({ ...whole, width: 4_000, height: 4_000 });
  camera.look(near);
  camera.resize({ width: 750, height: 750 });
  t.same(camera.box.value, { x: 150, y: 0, width: 1_000, height: 1_000 });
});

t.test(
  "the camera follows the current state by the shortest move, also after the user has moved the chart",
  async (t) => {
    const camera = createCamera(whole);
    camera.resize({ width: 800, height: 400 });
    camera.zoom(2, { x: 0, y: 0 });
    t.same(camera.box.value, { x: 0, y: 0, width: 400, height: 200 });
    camera.look(near);
    t.same(camera.box.value, { x: 450, y: 225, width: 400, height: 200 });
    const before = camera.box.value;
    camera.look({ ...near, x: 620 });
    t.same(camera.box.value, before, "the camera does not move for a state in view");
  },
);

t.test("zoom and moves are limited, and fit shows the complete chart again", async (t) => {
  const camera = createCamera(whole);
  camera.zoom(2);
  t.equal(camera.box.value, null, "nothing happens before the pane has a size");
  camera.resize({ width: 800, height: 400 });
  for (let times = 0; times < 20; times += 1) camera.zoom(2);
  t.equal(Math.round(camera.box.value?.width ?? 0), 267);
  for (let times = 0; times < 40; times += 1) camera.zoom(0.5);
  t.equal(Math.round(camera.box.value?.width ?? 0), 1_120);
  for (let times = 0; times < 40; times += 1) camera.step(1, 0);
  t.ok((camera.box.value?.x ?? 0) < whole.width, "a part of the chart is always in view");
  camera.drag(1_000_000, 1_000_000);
  t.ok((camera.box.value?.x ?? 0) + (camera.box.value?.width ?? 0) > whole.x);
  camera.fit();
  t.same(camera.box.value, whole);
});

t.test("a new size of the pane keeps the centre and the scale of the view", async (t) => {
  const camera = createCamera(whole);
  camera.resize({ width: 800, height: 400 });
  camera.zoom(2, { x: 0, y: 0 });
  camera.resize({ width: 400, height: 400 });
  t.same(camera.box.value, { x: 100, y: 0, width: 200, height: 200 });
});
