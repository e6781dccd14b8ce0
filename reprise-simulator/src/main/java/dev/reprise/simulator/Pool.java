package dev.reprise.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Objects by number, handed out, taken back and handed out again, so that events can name them by an int. */
final class Pool<T> {
    private final IntFunction<T> maker;
    private final List<T> all = new ArrayList<>();
    private final List<T> free = new ArrayList<>();

    Pool(IntFunction<T> maker) {
        this.maker = maker;
    }

    T take() {
        if (free.isEmpty()) {
            T made = maker.apply(all.size());
            all.add(made);
            return made;
        }
        return free.remove(free.size() - 1);
    }

    T get(int id) {
        return all.get(id);
    }

    void giveBack(T object) {
        free.add(object);
    }
}
