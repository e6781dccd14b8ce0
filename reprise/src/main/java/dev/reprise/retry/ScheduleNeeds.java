package dev.reprise.retry;

import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a schedule has to be given: the time, unless all its waits are counted from the end of the attempt before; and
 * randomness, where anything in it is drawn.
 */
record ScheduleNeeds(boolean time, boolean randomness) {
    static ScheduleNeeds of(BoundedSchedule schedule) {
        boolean time = false;
        boolean randomness = false;
        Deque<Schedule> left = new ArrayDeque<>();
        left.add(schedule.schedule());
        while (!left.isEmpty()) {
            Schedule node = left.removeLast();
            if (node instanceof Schedule.FixedRate || node instanceof Schedule.Aligned) {
                time = true;
            } else if (node instanceof Schedule.UpTo upTo) {
                time = true;
                left.add(upTo.schedule());
            } else if (node instanceof Schedule.Decorrelated) {
                randomness = true;
            } else if (node instanceof Schedule.Jittered jittered) {
                randomness = true;
                left.add(jittered.schedule());
            } else if (node instanceof Schedule.Limited limited) {
                left.add(limited.schedule());
            } else if (node instanceof Schedule.Capped capped) {
                left.add(capped.schedule());
            } else if (node instanceof Schedule.WaitingAtMost waiting) {
                left.add(waiting.schedule());
            } else if (node instanceof Schedule.Union union) {
                left.add(union.left());
                left.add(union.right());
            } else if (node instanceof Schedule.Intersection intersection) {
                left.add(intersection.left());
                left.add(intersection.right());
            } else if (node instanceof Schedule.AndThen andThen) {
                left.add(andThen.first());
                left.add(andThen.then());
            }
        }
        return new ScheduleNeeds(time, randomness);
    }
}
